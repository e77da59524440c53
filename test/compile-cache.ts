import { join } from 'node:path'

// Makes the programs that tests start (the command-line tool, servers) cache their compiled TypeScript. Otherwise they
// would spend half of their time compiling. To turn the cache off, set NODE_COMPILE_CACHE to an empty string.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile')
