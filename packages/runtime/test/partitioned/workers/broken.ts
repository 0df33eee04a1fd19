/** A worker's module that does not load. */
throw new Error("broken at load");
