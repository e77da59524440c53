import { buildIfNeeded } from '#server/build.ts'

// The same as the first step of `npm start`, to detect a broken build separately.
await buildIfNeeded((line) => process.stdout.write(`${line}\n`))
