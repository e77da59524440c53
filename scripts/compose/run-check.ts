import { checkCompose, findComposeObstacle } from './check-compose.ts'
import { print } from './expect.ts'

/**
 * `node scripts/compose/run-check.ts FOLDER SOURCE STORAGE...`: a temporary folder, a clone of the repository, Podman's
 * storage options. Runs in separate namespaces (`isolation` in scripts/check-container.ts).
 */
const [folder = '', source = '', ...storage] = process.argv.slice(2)
const obstacle = await findComposeObstacle(folder, storage, 'localhost/promptarium')
if (obstacle) print(`Skipped the Compose files: ${obstacle}`)
else await checkCompose({ folder, storage, source })
