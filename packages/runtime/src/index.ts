/** The kernel's public door. */
export {};
