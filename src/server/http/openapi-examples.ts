type Value = string | number | string[] | Record<string, string>
type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  default?: unknown
  example?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = { requestBody?: Content; responses?: Record<string, Content> }
type ExampleDocument = { paths?: Record<string, object>; components?: { schemas?: Record<string, object> } }

const content = 'Write a cover letter for {{role}} at {{company}}.'

/**
 * The values that fields have in examples, by name, or by the name of their object and their own. One prompt, one
 * member and one tool run through all of them.
 */
const exampleValues: Record<string, Value> = {
  slug: 'cover-letter-for-a-career-change',
  title: 'Cover letter for a career change',
  name: 'Job applications',
  username: 'lena_hofer',
  description: 'One page that says why you are changing.',
  content,
  excerpt: content,
  text: 'Dear Ms. Okafor, in my first month I would…',
  tags: ['email', 'job'],
  category: 'writing-editing',
  'category.name': 'Writing and editing',
  'category.slug': 'writing-editing',
  'Category.name': 'Writing and editing',
  'Category.slug': 'writing-editing',
  'Category.description': 'Draft, cut, sharpen and check texts.',
  'Tool.name': 'LanguageTool',
  'Tool.slug': 'languagetool',
  'Tool.description': 'Checks spelling, grammar and style in many languages.',
  'Tool.url': 'https://languagetool.org',
  'Tool.tags': ['writing', 'editing'],
  'ToolDetails.name': 'LanguageTool',
  'ToolDetails.slug': 'languagetool',
  'ToolDetails.url': 'https://languagetool.org',
  'GroupName.name': 'Design',
  'GroupName.slug': 'design',
  'Variable.name': 'company',
  variables: { company: 'Hofer Books' },
  values: { company: 'Hofer Books' },
  'Variable.label': 'The company',
  'Comment.content': 'It kept to one page, which most don’t.',
  'CommentAnswer.content': 'It kept to one page, which most don’t.',
  kind: 'zero-width',
  id: 'claude-sonnet-5',
  token: 'ptm_4b7e1c90d2',
  secret: 'whsec_4b7e1c90d2',
  label: 'production',
  labels: ['production'],
  options: ['short', 'long'],
  model: 'claude-sonnet-5',
  models: ['claude-sonnet-5', 'gpt-5'],
  note: 'The second paragraph is the best one.',
  reason: 'The letter names the company.',
  idea: 'A letter for somebody who leaves teaching for software',
  message: 'Can I use a prompt in a book?',
  subject: 'A question about licenses',
  body: 'Please say how long the letter may be.',
  bio: 'I run a bookshop and write its newsletter.',
  email: 'lena@example.org',
  language: 'en',
  suggestedBy: ['tomasz_w'],
  what: 'ignore previous instructions',
  matchingTags: ['email'],
  shorterTerms: ['cover letter'],
  strengths: ['Finds mistakes in 30 languages'],
  prices: 'Free; Premium 5 euros a month',
  outcome: 'claude-sonnet-5',
  method: 'Bradley-Terry',
  hosts: ['claude.ai'],
  settings: 'seed 4711',
  here: 'Design',
  inFile: 'Design team',
  notes: ['The license is missing.'],
  protectedLabels: ['production'],
  endedOn: '2026-11-20',
  challenge: 'mZ3x0wQ2kLr8',
  'UserProfile.credits': ['Lena H.'],
  address: 'otpauth://totp/lena_hofer?secret=JBSWY3DP',
  recoveryCodes: ['k3mw-9xqt'],
  html: '<p>Who runs this site.</p>',
  summary: 'Lists published prompts',
  advice: 'Wait as many seconds as the header `Retry-After` says.',
  type: 'string',
  missing: ['company'],
  blanks: ['company'],
  browser: 'Firefox on Linux',
  algorithm: 'PBKDF2/SHA-256',
  nonce: 'a91f4c',
  salt: '5e2b80',
  keyPrefix: '00',
  signature: '4b7e1c90d2',
  code: 'not_found',
  'Reference.version': '1.0',
  'ModelSource.settings': ['VENDOR_API_KEY'],
  link: 'https://example.org/auth/reset?token=4b7e1c90d2',
  action: 'prompt.remove',
  nextCursor: 'WyIyMDI2LTExLTIwIiwiMDE5YTlkMWUiXQ',
  url: 'https://example.org/hook',
  links: ['https://example.org'],
  path: '/prompt/cover-letter-for-a-career-change',
  src: '/api/pictures/7f3a/large.webp',
  alt: 'A letter on a desk',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  tag: 'email',
  value: 'en',
  file: 'cover-letter.md',
  total: 128,
  prompts: 128,
  promptCount: 128,
  copies: 312,
  favorites: 57,
  comments: 4,
  up: 41,
  down: 3,
  votes: 44,
  version: 3,
  credits: 27,
}

/** Whether a value is one that a schema allows. */
function fits(value: Value | undefined, { type = [], enum: choices, properties }: Schema): boolean {
  if (value === undefined || choices) return false
  const types = [type].flat()
  if (typeof value === 'object' && !Array.isArray(value)) return types.includes('object') && !properties
  if (Array.isArray(value)) return types.includes('array')
  if (typeof value === 'number') return types.includes('integer') || types.includes('number')
  return types.includes(typeof value)
}

/** Adds examples to the fields of an OpenAPI document that have none, so that examples of responses read like data. */
export function addExamples({ paths = {}, components }: ExampleDocument): void {
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) addTo(schema, name)
  for (const { requestBody, responses = {} } of Object.values(paths).flatMap((path): Operation[] =>
    Object.values(path),
  ))
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
      for (const { schema = {} } of Object.values(content)) addTo(schema, '')
}

function addTo(schema: Schema, owner: string): void {
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) addTo(part, owner)
  if (schema.items) addTo(schema.items, owner)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = exampleValues[`${owner}.${name}`] ?? exampleValues[name]
    if (field.example === undefined && field.default === undefined && !field.format && fits(value, field))
      field.example = value
    addTo(field, name)
  }
}
