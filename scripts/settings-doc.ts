import { modelListExample } from '#features/models/model-list-rules.ts'
import { readSettings } from '#server/settings.ts'
import { settingSections } from '#server/settings-schema.ts'

const introduction = `# Settings

<!-- Made by \`npm run settings-doc\` from src/server/settings-schema.ts. Change the texts there. -->

All settings are environment variables, and none is required. A wrong value stops the start with one line that names the
setting. \`npm run cli -- doctor\` checks them without starting the server. With \`_FILE\` behind its name, each is read from a
file, such as a secret of a container: \`STRIPE_SECRET_KEY_FILE=/run/secrets/stripe\`.
`

const modelListsText = `
### Lists of models

\`OPENAI_MODELS\` and the like list models with their price in credits, separated by commas:
\`${modelListExample}\`. \`context\` is the length of the context window in tokens, \`usd\` is
what you pay the vendor, in US dollars per million tokens of input and output. The daily budget is estimated from it.
`

/** docs/settings.md: a table for each section, in the order of the schema. */
export function settingsDocument(): string {
  const defaults: Record<string, unknown> = readSettings({})
  const tables = Object.entries(settingSections).map(([section, settings]) => {
    const rows = Object.entries(settings).map(
      ([name, schema]) => `| \`${name}\` | ${formatDefault(defaults[name])} | ${schema.description} |`,
    )
    const table = `\n## ${section}\n\n| setting | default | what it does |\n| --- | --- | --- |\n${rows.join('\n')}\n`
    return section === 'Language models' ? table + modelListsText : table
  })
  return introduction + tables.join('')
}

function formatDefault(value: unknown): string {
  return value === undefined || value === '' ? '–' : String(value)
}
