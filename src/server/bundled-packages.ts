/**
 * The packages that have many modules and load at every start, and those that import them: a class that is loaded twice isn't
 * `instanceof` itself. The others stay where they are, since some read files of their own.
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
