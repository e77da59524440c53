import { buildWebIfNeeded } from '#server/web-build.ts'

// The same as the first step of `npm start`, to detect a broken build separately.
await buildWebIfNeeded((line) => process.stdout.write(`${line}\n`))
