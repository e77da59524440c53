import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

process.env.NODE_ENV ??= 'production'
// Collects garbage once the heap is 1.5 times as large as its live objects. V8's default is up to four times. A busy
// process then takes 200 MB less memory without more CPU time (`docs/proof/benchmarks.md`, streams).
setFlagsFromString('--heap-growing-percent=50')
// Caches compiled code, because compiling takes half the time of a start. This comes after the flags are set, because
// V8 rejects code that was compiled with other flags. The cache isn't in /tmp, where other users could change it.
const dataDir = process.env.DATA_DIR || './data'
if (existsSync(dataDir)) enableCompileCache(join(dataDir, 'compiled'))

const bundle = (await import('./start/build.ts')).findBundle(cluster.isWorker)
const { runServer }: typeof import('./start/run-server.ts') = await (bundle
  ? import(bundle)
  : import('./start/run-server.ts'))
// A bundle is only found if the build is current, so the sources aren't compared again.
runServer({ isBuilt: bundle !== null }).catch((error) => {
  console.error(error.name === 'StartError' ? error.message : error)
  process.exit(1)
})
