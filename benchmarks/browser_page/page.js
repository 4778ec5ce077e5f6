// What benchmarks/browser.py calls: each starts a worker, and gives what that posts at last.

/** Milliseconds from nothing to a verdict, the worker's own times among them. */
globalThis.firstResult = async (request) => {
  const begin = performance.now();
  const answer = await inWorker({ ...request, what: "judge" });
  return { ...answer, milliseconds: performance.now() - begin };
};

globalThis.inWorker = (request) =>
  new Promise((resolve, reject) => {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if ("error" in data) reject(new Error(data.error));
      else resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(request);
  });
