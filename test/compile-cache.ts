import { join } from 'node:path'

// Node caches our compiled TypeScript. Otherwise the programs that tests start (the command line, servers) need half of
// their time for it. Set it to an empty text to turn it off.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile')
