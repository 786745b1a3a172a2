// The loop of a web front end: submit every file, then ask for the queue every two seconds until nothing is left.
// MOMENTRY_API is the server's address, MOMENTRY_TOKEN the token, the arguments are the files. Prints one line of JSON
// for each look at the queue.

const headers = { Authorization: `Bearer ${process.env.MOMENTRY_TOKEN}`, "Content-Type": "application/json" };

async function apiCall(method, path, body) {
  const answer = await fetch(`${process.env.MOMENTRY_API}/api/v1${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(told)}`);
  return told;
}

const { files } = await apiCall("POST", "/files", { paths: process.argv.slice(2) });

for (const file of files) {
  const told = await apiCall("POST", `/file/${file.file_uuid}/deep-scan`, { priority: "normal" });
  if (!told.success) throw new Error(JSON.stringify(told));
}

const interval = setInterval(async () => {
  const status = await apiCall("GET", "/queue/status");
  console.log(JSON.stringify(status));
  if (status.pending_count === 0 && status.active_count === 0) clearInterval(interval);
}, 2000);
