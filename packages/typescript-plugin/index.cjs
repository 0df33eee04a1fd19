// TypeScript's server requires its plugins, and calls what it gets.
module.exports = require("./dist/index.js").default;
