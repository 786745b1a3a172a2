// The sandboxed processor: a child process of its own does nothing.
module.exports = async () => null;
