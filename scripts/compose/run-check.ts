import { checkCompose, findComposeObstacle } from './check-compose.ts'
import { print } from './expect.ts'

/**
 * `node scripts/compose/run-check.ts FOLDER SOURCE STORAGE...` checks the Compose files. Its arguments are a temporary
 * folder, a clone of the repository and Podman's storage options. lab/container/check-container.ts starts it in separate
 * namespaces (`isolation`).
 */
const [folder = '', source = '', ...storage] = process.argv.slice(2)
const obstacle = await findComposeObstacle(folder, storage, 'localhost/promptarium')
if (obstacle) print(`Skipped the Compose files: ${obstacle}`)
else await checkCompose({ folder, storage, source })
