import { buildIfNeeded } from '#server/build.ts'

// Does the same as the first step of `npm start`, so that a broken build is detected separately.
await buildIfNeeded((line) => process.stdout.write(`${line}\n`))
