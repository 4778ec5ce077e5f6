/** What every worker tells of its Python: how much of it has come in, and how it ended. */

/** As each of Python's files has come in. */
export function tellWhatIsRead(tell: (megabytes: number) => void): void {
  let bytes = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      bytes += entry.decodedBodySize;
    }
    tell(bytes / 2 ** 20);
  });
  observer.observe({ type: "resource", buffered: true });
}

/** What to say of an error of Python's own. Errors of a program never come this far: the interpreter
 * itself has ended, with the exit status where the program chose one. */
export function endOf(error: unknown): { message: string; exit?: number } {
  const { name, message, status } = error as { name?: string; message?: string; status?: unknown };
  if (typeof status === "number") return { message: `${message}`, exit: status };
  return { message: name && message ? `${name}: ${message}` : String(error) };
}
