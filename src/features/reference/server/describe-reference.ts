import { type ErrorCode, errorAdvice, errorStatus } from '#lib/http-contract.ts'
import { slugify } from '#lib/slug.ts'
import type { Reference, ReferenceOperation, ReferenceSubject, ReferenceType } from '../contract.ts'
import {
  describeField,
  exampleOf,
  fieldsOf,
  jsonExample,
  namedIn,
  namesIn,
  objectOf,
  type Schema,
  type Schemas,
  typeOf,
} from './describe-schema.ts'

type Content = Record<string, { schema?: Schema }>
type Operation = {
  tags?: string[]
  summary?: string
  security?: { session?: string[]; token?: string[] }[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content?: Content }
  responses?: Record<string, { description?: string; content?: Content }>
  'x-costs-credits'?: boolean
}

/** The parts of an OpenAPI document that the reference reads. */
export type ApiDocument = {
  info: { title: string; version: string }
  paths?: Record<string, object>
  components?: { schemas?: object }
}

/** The API's reference: the list of its operations, and the details of each subject by its slug. */
export type DescribedReference = { index: Reference; subjects: Map<string, ReferenceSubject> }

/** The subjects that most readers look for, in this order. They come first, and `lastSubjects` come last. */
export const firstSubjects = ['Prompts', 'Search', 'Collections', 'Tools', 'Categories', 'Comparisons']
export const lastSubjects = ['Accounts', 'Admin']

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
/** The operation of the first example: its response is the reader's own, and it changes nothing. */
const firstCall = 'GET /api/favorites'
/** Operations with fewer parameters than this repeat those of another one. */
const sharedParametersMin = 8
/** The errors that every operation may return (`commonErrors` of http-contract.ts). Operations don't repeat them. */
const commonStatuses = ['400', '429', '500', '503']
const errorSchema = 'Error'

/**
 * Describes all operations of an OpenAPI document for people, by subject. A subject is a tag of the document. `limits`:
 * the rate limits that are worth knowing.
 */
export function describeReference(document: ApiDocument, limits: Reference['limits']): DescribedReference {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )
  const bySubject = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'Other')
  const subjects = [...bySubject]
    .sort(([one], [other]) => placeOf(one) - placeOf(other) || one.localeCompare(other, 'en'))
    .map(([name, operations]): ReferenceSubject => {
      const group = withListFirst(operations, slugify(name))
      const described = group.map(({ method, path, operation }) => describeOperation(method, path, operation, schemas))
      return {
        slug: slugify(name),
        name,
        operations: described.map((operation) => withSharedParameters(operation, described)),
        objects: describeObjects(group, schemas),
      }
    })
  const all = subjects.flatMap(({ operations }) => operations)
  return {
    index: {
      title: document.info.title,
      version: document.info.version,
      subjects: subjects.map(({ slug, name, operations }) => ({
        slug,
        name,
        operations: operations.map(({ id, method, path, summary, access, costsCredits }) => ({
          id,
          method,
          path,
          summary,
          access,
          costsCredits,
        })),
      })),
      firstCall: all.find(({ method, path }) => `${method} ${path}` === firstCall) ?? null,
      errors: Object.entries(errorStatus)
        .map(([code, status]) => ({ status, code, advice: errorAdvice[code as ErrorCode] }))
        .sort((one, other) => one.status - other.status),
      limits,
    },
    subjects: new Map(subjects.map((subject) => [subject.slug, subject])),
  }
}

/** Returns a subject's place. Subjects with equal places are in alphabetical order. */
function placeOf(subject: string): number {
  const last = lastSubjects.indexOf(subject)
  if (last >= 0) return firstSubjects.length + 1 + last
  const first = firstSubjects.indexOf(subject)
  return first >= 0 ? first : firstSubjects.length
}

/** Moves the list of a subject's objects, such as `GET /api/prompts`, to the front. */
function withListFirst<Listed extends { method: string; path: string }>(operations: Listed[], slug: string): Listed[] {
  const isList = ({ method, path }: Listed) => method === 'get' && path === `/api/${slug}`
  return operations.toSorted((a, b) => Number(isList(b)) - Number(isList(a)))
}

function describeOperation(method: string, path: string, operation: Operation, schemas: Schemas): ReferenceOperation {
  const { security, parameters = [], requestBody, responses = {}, summary = '' } = operation
  const [bodyType] = Object.entries(requestBody?.content ?? {})
  const isJson = bodyType?.[0] === 'application/json'
  const bodySchema = bodyType?.[1].schema ?? {}
  return {
    id: `${method}${path.replace(/^\/api/, '').replace(/[^a-zA-Z0-9]+/g, '-')}`.replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    summary,
    access: accessOf(operation),
    costsCredits: operation['x-costs-credits'] === true,
    credentials: !security ? 'none' : security.some(({ token }) => token) ? 'token' : 'session',
    parameters: parameters.map((parameter) => {
      const described = describeField(parameter.name, parameter.schema ?? {}, parameter.required ?? false)
      const { example } = parameter.schema ?? {}
      return {
        ...described,
        description: described.description || (parameter.description ?? ''),
        place: parameter.in,
        example: parameter.in === 'query' && example !== undefined ? String(example) : null,
      }
    }),
    sameParametersAs: null,
    body: bodyType
      ? {
          ...describeType(bodyType[0], bodyType[1].schema),
          fields: isJson ? fieldsOf(bodySchema, schemas) : [],
          example: isJson ? jsonExample(exampleOf(bodySchema, schemas)) : null,
        }
      : null,
    responses: Object.entries(responses)
      .filter(([status]) => !commonStatuses.includes(status))
      .map(([status, { description = '', content = {} }]) => {
        const [first] = Object.entries(content)
        const schema = first?.[0] === 'application/json' && status < '300' ? first[1].schema : undefined
        return {
          status,
          description,
          content: first ? describeType(first[0], first[1].schema) : null,
          example: schema ? jsonExample(exampleOf(schema, schemas)) : null,
        }
      }),
  }
}

/** Replaces many parameters by the name of another operation of the subject that has all of them. */
function withSharedParameters(operation: ReferenceOperation, others: ReferenceOperation[]): ReferenceOperation {
  const { parameters, id } = operation
  if (parameters.length < sharedParametersMin) return operation
  const textOf = (parameter: ReferenceOperation['parameters'][number]) => JSON.stringify(parameter)
  const other = others.find((candidate) => {
    const texts = new Set(candidate.parameters.map(textOf))
    return candidate.id !== id && texts.size > parameters.length && parameters.every((one) => texts.has(textOf(one)))
  })
  return { ...operation, sameParametersAs: other?.id ?? null }
}

function describeType(mediaType: string, schema: Schema | undefined): ReferenceType {
  const name = namedIn(schema)
  return { mediaType, type: typeOf(schema), schema: name === errorSchema ? null : name }
}

/** Says who may call an operation, according to `security` in the contract. */
function accessOf({ security }: Operation): string {
  if (!security) return 'Public'
  const role = security.find(({ session }) => session)?.session?.[0]
  const scope = security.find(({ token }) => token)?.token?.[0]
  if (scope) return `Sign-in or token: \`${scope}\``
  return role === 'admin' ? 'Admins, signed in' : role === 'moderator' ? 'Moderators, signed in' : 'Sign-in, no tokens'
}

/** Describes the objects that operations name, and those that they name in turn, by name. Errors are left out. */
function describeObjects(group: { operation: Operation }[], schemas: Schemas): ReferenceSubject['objects'] {
  const seen = new Set<string>([errorSchema])
  const named = group.flatMap(({ operation: { parameters = [], requestBody, responses = {} } }) => [
    ...parameters.flatMap(({ schema }) => namesIn(schema)),
    ...[requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).flatMap(({ schema }) => namesIn(schema)),
    ),
  ])
  const found: string[] = []
  for (let queue = named; queue.length > 0; ) {
    const names = [...new Set(queue)].filter((name) => !seen.has(name) && schemas[name])
    for (const name of names) seen.add(name)
    found.push(...names)
    queue = names.flatMap((name) => namesIn(schemas[name]))
  }
  return found.sort().map((name) => {
    const schema = schemas[name] ?? {}
    const { description = '' } = objectOf(schema, schemas)
    return { name, description, fields: fieldsOf(schema, schemas) }
  })
}
