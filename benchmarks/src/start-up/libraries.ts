/** Those of ./server.ts. */
export const libraries = ["markdown-it", "papaparse", "graphql", "ajv", "react-dom", "pdfkit"] as const;
