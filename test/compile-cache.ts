import { join } from 'node:path'

// Makes Node cache our compiled TypeScript. Otherwise the programs that tests start (the command line, servers) would
// spend half of their time compiling. To turn the cache off, set the variable to an empty string.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile')
