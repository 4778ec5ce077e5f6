/** Holds Python to the memory that practice/judge.py gives a program. */

const PAGE = 64 * 1024;
export const MEGABYTES = 2048;

/** From now on a WebAssembly memory that would become larger than that does not grow: malloc then
 * fails, and Python raises MemoryError. Without this it would take all of 4 GiB first. */
export function limitMemory(megabytes = MEGABYTES): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > megabytes * 1024 * 1024) {
      throw new RangeError(`a program may have ${megabytes} MB`);
    }
    return grow.call(this, pages);
  };
}
