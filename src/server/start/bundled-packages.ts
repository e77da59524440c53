/**
 * The packages that are part of the server's bundle: those with many modules that load at every start, and those that
 * import them, since `instanceof` treats a class that is loaded twice as two classes. Other packages stay in
 * node_modules, because some of them read files from their own folders.
 */
export const bundledPackages = [
  '@asteasolutions/zod-to-openapi',
  '@hono/node-server',
  '@hono/zod-openapi',
  '@hono/zod-validator',
  'hono',
  'kysely',
  'micromark',
  'pg-boss',
  'prom-client',
  'rate-limiter-flexible',
  'yaml',
  'zod',
]
