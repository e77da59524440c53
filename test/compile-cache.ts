import { join } from 'node:path'

// Node keeps what it made of our TypeScript. The programs that tests start (the command line, servers) take half of
// their time for that otherwise. Set it to nothing to do without.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile')
