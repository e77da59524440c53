import { buildIfNeeded } from '#server/start/build.ts'

// Does only the first step of `npm start`, so a failed build isn't reported as a failed startup.
await buildIfNeeded((line) => process.stdout.write(`${line}\n`))
