import { slugify } from '#lib/slug.ts'
import type { Reference, ReferenceOperation, ReferenceSubject, ReferenceType } from '../contract.ts'
import {
  describeField,
  exampleOf,
  fieldsOf,
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
/** The errors that every operation may return (`commonErrors` of the contract). The index alone lists them. */
const commonStatuses = ['400', '429', '500', '503']
const errorSchema = 'Error'

/** Describes all operations of an OpenAPI document for people, by subject. A subject is a tag of the document. */
export function describeReference(document: ApiDocument): DescribedReference {
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
      return { slug: slugify(name), name, operations: described, objects: describeObjects(group, schemas) }
    })
  const responses = operations[0]?.operation.responses ?? {}
  return {
    index: {
      title: document.info.title,
      version: document.info.version,
      subjects: subjects.map(({ slug, name, operations }) => ({
        slug,
        name,
        operations: operations.map(({ id, method, path, summary, access }) => ({ id, method, path, summary, access })),
      })),
      commonErrors: commonStatuses.flatMap((status) => {
        const { description } = responses[status] ?? {}
        return description ? [{ status, description }] : []
      }),
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
    credentials: !security ? 'none' : security.some(({ token }) => token) ? 'token' : 'session',
    parameters: parameters.map((parameter) => {
      const described = describeField(parameter.name, parameter.schema ?? {}, parameter.required ?? false)
      return { ...described, description: described.description || (parameter.description ?? ''), place: parameter.in }
    }),
    body: bodyType
      ? {
          ...describeType(bodyType[0], bodyType[1].schema),
          fields: isJson ? fieldsOf(bodySchema, schemas) : [],
          example: isJson ? JSON.stringify(exampleOf(bodySchema, schemas), null, 2) : null,
        }
      : null,
    responses: Object.entries(responses)
      .filter(([status]) => !commonStatuses.includes(status))
      .map(([status, { description = '', content = {} }]) => {
        const [first] = Object.entries(content)
        return { status, description, content: first ? describeType(first[0], first[1].schema) : null }
      }),
  }
}

function describeType(mediaType: string, schema: Schema | undefined): ReferenceType {
  const name = namedIn(schema)
  return { mediaType, type: typeOf(schema), schema: name === errorSchema ? null : name }
}

/** Says who may call an operation, according to `security` in the contract. Returns '' if everybody may. */
function accessOf({ security }: Operation): string {
  if (!security) return ''
  const role = security.find(({ session }) => session)?.session?.[0]
  const scope = security.find(({ token }) => token)?.token?.[0]
  const who = role === 'admin' ? 'admins' : role === 'moderator' ? 'moderators and admins' : 'members'
  return scope ? `For ${who}. API tokens need the scope “${scope}”.` : `For ${who}, signed in. API tokens are refused.`
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
