// Submits no-op jobs to BullMQ and waits for the last completion: prints seconds.
// node bullmq.cjs COUNT PORT in-process|sandboxed
const path = require("node:path");
const { createRequire } = require("node:module");
const there = createRequire(path.join(process.cwd(), "package.json"));
const { Queue, Worker } = there("bullmq");

const [count, port, mode] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
const connection = { host: "127.0.0.1", port, maxRetriesPerRequest: null };

async function main() {
  const queue = new Queue(`bench-${mode}`, { connection });
  const processor = mode === "sandboxed" ? path.join(__dirname, "bullmq_nothing.cjs") : async () => null;
  const worker = new Worker(`bench-${mode}`, processor, { connection, concurrency: 2 });
  let done = 0;
  let reached = () => {};
  worker.on("completed", () => {
    done += 1;
    reached();
  });
  const until = (wanted) => new Promise((resolve) => (reached = () => done >= wanted && resolve()));
  const jobs = (number) => Array.from({ length: number }, (_, index) => ({ name: "nothing", data: { index } }));
  const warm = until(20);
  await queue.addBulk(jobs(20));
  await warm;
  const all = until(20 + count);
  const start = performance.now();
  await queue.addBulk(jobs(count));
  await all;
  console.log((performance.now() - start) / 1000);
  await worker.close();
  await queue.close();
  process.exit(0);
}

main();
