import { logFields } from '#server/platform/log-fields.ts'

const introduction = `# Fields of the log

<!-- Made by \`npm run settings-doc\` from src/server/platform/log-fields.ts. Change the texts there. -->

The log is one JSON object a line, on standard error; see [operations.md](operations.md#monitoring). \`level\`, \`time\` and \`msg\` are
in every line, the others where they are known. The compiler refuses a field that isn't in this list.

| field | what it has |
| --- | --- |
`

/** docs/log-fields.md: every field that a line of the log may have. */
export function logFieldsDocument(): string {
  const rows = Object.entries(logFields).map(([name, text]) => `| \`${name}\` | ${text} |\n`)
  return introduction + rows.join('')
}
