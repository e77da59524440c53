import { buildWebIfNeeded } from '#server/web-build.ts'

// What `npm start` does first; apart, so that a broken build shows as such.
await buildWebIfNeeded((line) => process.stdout.write(`${line}\n`))
