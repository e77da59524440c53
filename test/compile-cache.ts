import { join } from 'node:path'

// Makes Node cache our compiled TypeScript. Otherwise the programs that tests start (the command line, servers) spend half of
// their time compiling. Set the variable to an empty string to turn the cache off.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile')
