import { checkCompose, findComposeObstacle } from './check-compose.ts'
import { print } from './expect.ts'

/** `node scripts/compose/run-check.ts FOLDER SOURCE STORAGE...`, in namespaces of its own (`isolate` of scripts/check-container.ts). */
const [folder = '', source = '', ...storage] = process.argv.slice(2)
const obstacle = findComposeObstacle(folder, storage, 'localhost/promptarium')
if (obstacle) print(`The files for Compose aren’t started here: ${obstacle}`)
else await checkCompose({ folder, storage, source })
