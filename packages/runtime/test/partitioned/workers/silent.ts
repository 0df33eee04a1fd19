/** A worker's module that forgets to call serve, and lives on. */
setInterval(() => {}, 1000);
