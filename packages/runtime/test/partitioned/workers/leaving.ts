/** A worker's module that ends without having called serve. */
export {};
