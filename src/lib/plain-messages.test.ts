import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract'
import { readSettings, settingNames } from '#server/settings/settings.ts'
import { aboutField } from './plain-messages.ts'

/** Matches the wording of zod's own messages. */
const zodWording = /Invalid|Too (small|big)|Unrecognized|[Ee]xpected|>=|<=|ZodError|undefined|NaN/

/** Values that together violate every rule that a field can have. */
const wrongValues: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(300_000),
  '\u0000',
  'a b@c',
  'javascript:alert(1)',
  -1,
  0,
  1.5,
  1e12,
  Number.NaN,
  true,
  [],
  [null],
  ['x'.repeat(300_000)],
  Array.from({ length: 2_000 }, (_, n) => `entry-${n}`),
  {},
  { x: 1 },
  { ['x'.repeat(300)]: 'x'.repeat(300_000) },
  [{}],
]

type Route = {
  method: string
  path: string
  request?: { query?: z.ZodType; params?: z.ZodType; body?: { content: Record<string, { schema: z.ZodType }> } }
}

const inputs = (Object.values(contract) as unknown as Route[]).flatMap(({ method, path, request = {} }) => {
  const { query, params, body } = request
  const schemas = [query, params, ...Object.values(body?.content ?? {}).map(({ schema }) => schema)]
  return schemas.flatMap((schema) => (schema ? [[`${method} ${path}`, schema] as const] : []))
})

/** All messages for wrong values of each field, and for wrong values of the input as a whole. */
function messagesOf(schema: z.ZodType): Set<string> {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const bodies = [
    ...wrongValues,
    { unknown: 1 },
    ...fields.flatMap((field) => wrongValues.map((value) => ({ [field]: value }))),
  ]
  return new Set(bodies.flatMap((body) => schema.safeParse(body).error?.issues.map(({ message }) => message) ?? []))
}

describe('messages for invalid input', () => {
  it('are checked for more than 80 inputs of the contract', () => {
    expect(inputs.length).toBeGreaterThan(80)
  })

  it.each(inputs)('of %s never use zod’s wording, and have at least 10 characters', (_, schema) => {
    const messages = [...messagesOf(schema)]
    expect(messages.filter((message) => zodWording.test(message) || message.length < 10)).toEqual([])
  })

  it('of the settings neither use zod’s wording nor say “This” instead of the setting’s name', () => {
    const values = ['x', '-1', '1e12', '1.5', 'x'.repeat(70_000), ' ']
    for (const name of settingNames) {
      for (const value of values) {
        try {
          readSettings({ [name]: value })
        } catch (error) {
          const { message } = error as Error
          expect(message.replace(/^Invalid setting: /, '')).not.toMatch(zodWording)
          expect(message).not.toMatch(/This|\.\.|: must|\.;/)
        }
      }
    }
  })

  it.each([
    [z.string().min(3), 'ab', 'This must be at least 3 characters long.'],
    [z.string().min(1), '', 'This must not be empty.'],
    [z.string().max(1), 'ab', 'This must be at most 1 character long.'],
    [z.string().length(4), 'ab', 'This must be exactly 4 characters long.'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'This must have at most 2 entries.'],
    [z.number().max(5_000), 6_000, 'This must be at most 5,000.'],
    [z.number().int(), 1.5, 'This must be a whole number.'],
    [z.coerce.number(), 'x', 'This must be a number.'],
    [z.number().multipleOf(5), 7, 'This must be a multiple of 5.'],
    [z.enum(['up', 'down']), 'left', 'This must be one of up, down.'],
    [z.literal('up'), 'left', 'This must be up.'],
    [z.email(), 'x', 'Please enter a valid email address'],
    [z.strictObject({}), { x: 1, y: 2 }, 'There is no field “x” or “y” here.'],
    [z.string(), undefined, 'This is missing.'],
    [z.string().min(3, 'Say more.'), 'ab', 'Say more.'],
  ] as const)('say what is wrong: case %#', (schema, value, message) => {
    expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message)
  })

  it('contain the field name passed to aboutField', () => {
    expect(aboutField('idea', 'This is missing.')).toBe('idea is missing.')
    expect(aboutField('username', 'Username must be at least 3 characters')).toBe(
      'username: Username must be at least 3 characters',
    )
  })
})
