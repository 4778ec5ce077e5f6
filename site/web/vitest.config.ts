import { defineConfig } from "vitest/config";

export default defineConfig({
  define: {
    WORKER_FILE: JSON.stringify("worker-test.js"),
    TREE_WORKER_FILE: JSON.stringify("tree_worker-test.js"),
    ENGINE_WORKER_FILE: JSON.stringify("engine_worker-test.js"),
  },
  test: { include: ["tests/**/*.test.ts"], environment: "jsdom", testTimeout: 60_000 },
});
