import { createRoute, z } from '@hono/zod-openapi'
import { GroupName } from '#features/catalogue/contract.ts'
import { trust } from '#features/comments/trust-rules.ts'
import { CardPicture } from '#features/results/contract.ts'
import { line } from '#features/writing/contract.ts'
import {
  created,
  errors,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { itemKinds, collectionLimits as limits, visibilities } from './rules.ts'

const person = z.object({ username: z.string() })
const category = z.object({ name: z.string(), slug: z.string() })

/** A summary of the prompt, tool or comparison that an item leads to. */
const Target = z
  .object({
    id: Id,
    slug: z.string().openapi({ description: 'For a comparison, its id.' }),
    title: z.string(),
    text: z.string().openapi({ description: 'The target’s description, or an excerpt of its text.' }),
    language: z.string(),
    category: z.union([category, z.null()]),
    user: z
      .union([person, z.null()])
      .openapi({ description: 'The account that a prompt belongs to. Null for other kinds.' }),
    credit: z.string().nullable(),
  })
  .openapi('CollectionTarget')

export const CollectionItem = z
  .object({
    id: Id,
    kind: z.enum(itemKinds),
    note: z.string(),
    addedAt: Time,
    target: z.union([Target, z.null()]).openapi({
      description: 'Null if the target is no longer public. Only the owner receives such items.',
    }),
  })
  .openapi('CollectionItem')
export type CollectionItem = z.infer<typeof CollectionItem>

const sharedFields = {
  id: Id,
  slug: z.string().openapi({ description: 'Made from the title. Former slugs lead to the same collection.' }),
  title: z.string(),
  description: z.string(),
  visibility: z.enum(visibilities),
  user: person,
  featured: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
}

export const CollectionCard = z
  .object({
    ...sharedFields,
    items: z.number().int().openapi({ description: 'How many items everybody can see.' }),
    sheet: z
      .array(
        z.object({
          id: Id,
          title: z.string(),
          category: z.string().nullable(),
          language: z.string(),
          excerpt: z.string().openapi({ description: 'How a prompt’s text begins. Empty for other kinds.' }),
          picture: CardPicture.nullable(),
        }),
      )
      .openapi({ description: `The first ${limits.sheet} items, of which the cover is made.` }),
  })
  .openapi('CollectionCard')
export type CollectionCard = z.infer<typeof CollectionCard>

const listed = z.boolean().openapi({
  description: `Whether lists, search and search engines may show the collection, if others can see an item of it. Public collections of accounts in their first ${trust.trustedDays} days might not be listed yet.`,
})

export const Collection = z
  .object({
    ...sharedFields,
    items: z.array(CollectionItem),
    forkOf: z.union([z.object({ slug: z.string(), title: z.string() }), z.null()]).openapi({
      description: 'The collection that this one was forked from, if that collection is public.',
    }),
    isOwner: z.boolean(),
    groups: z.array(GroupName).optional().openapi({
      description: 'The groups that read it, if it is shared: for its owner all, and for others their own.',
    }),
    listed,
    removedReason: z.string().nullable().openapi({
      description: 'Why a moderator removed the collection; for its owner and moderators.',
    }),
  })
  .openapi('Collection')
export type Collection = z.infer<typeof Collection>

export const OwnCollection = CollectionCard.extend({
  listed,
  removedReason: z.string().nullable(),
  itemId: z.union([Id, z.null()]).openapi({ description: 'The id of the item that leads to the requested target.' }),
}).openapi('OwnCollection')
export type OwnCollection = z.infer<typeof OwnCollection>

const editableFields = {
  title: line('title', { min: limits.titleMin, max: limits.titleMax }),
  description: line('description', { min: 0, max: limits.descriptionMax }),
  visibility: z.enum(visibilities),
  groups: z.array(z.string().min(1).max(100)).max(limits.groups).openapi({
    description: 'The slugs of groups in which you write, with the visibility `shared`.',
  }),
}
const note = line('note', { min: 0, max: limits.noteMax })

export const NewCollection = z
  .object({
    title: editableFields.title,
    description: editableFields.description.default(''),
    visibility: editableFields.visibility.default('private'),
    groups: editableFields.groups.default([]),
  })
  .openapi('NewCollection')
export type NewCollection = z.output<typeof NewCollection>

const CollectionEdit = z.object(editableFields).partial().openapi('CollectionEdit')
export type CollectionEdit = z.output<typeof CollectionEdit>

const idOrSlug = z.string().min(1).max(300).openapi({ description: 'An id or a slug.' })
export const NewItem = z
  .object({ kind: z.enum(itemKinds), id: idOrSlug, note: note.default('') })
  .openapi('NewCollectionItem')
export type NewItem = z.output<typeof NewItem>

const byId = { params: z.object({ id: idOrSlug }) }
const ofItem = { params: z.object({ id: idOrSlug, itemId: z.uuid() }) }
const tags = ['Collections']

/** A reported collection as moderators see it. */
export const ReportedCollection = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  user: person,
  removedReason: z.string().nullable(),
  items: z.array(z.object({ title: z.string(), note: z.string() })),
})
export type ReportedCollection = z.infer<typeof ReportedCollection>

export const collectionsContract = {
  listCollections: createRoute({
    method: 'get',
    path: '/api/collections',
    tags,
    summary: 'Lists public collections, sorted by when they first became public, latest first',
    request: {
      query: Paging.extend({
        owner: z.string().min(1).max(100).optional().openapi({ description: 'The username of a member.' }),
      }),
    },
    responses: ok(pageOf(CollectionCard).openapi('CollectionPage'), 'A page of collections that have visible items.'),
  }),
  getCollection: createRoute({
    method: 'get',
    path: '/api/collections/{id}',
    tags,
    summary: 'Returns a collection with its items, in order',
    request: byId,
    responses: okOrNotFound(Collection, 'The collection.'),
  }),
  listGroupCollections: createRoute({
    method: 'get',
    path: '/api/groups/{slug}/collections',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the collections that are shared with a group of yours, most recently changed first',
    request: { params: z.object({ slug: z.string().min(1).max(100) }) },
    responses: {
      ...okOrNotFound(z.array(CollectionCard), `Up to ${limits.ofGroup} collections.`),
      ...errors(401),
    },
  }),
  listOwnCollections: createRoute({
    method: 'get',
    path: '/api/user/collections',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists your collections, most recently changed first',
    request: {
      query: z.object({
        kind: z.enum(itemKinds).optional().openapi({ description: 'What `target` is.' }),
        target: Id.max(300).optional().openapi({
          description:
            'An id, together with `kind`. Each collection’s `itemId` is then the id of its item for this target, or null.',
        }),
      }),
    },
    responses: { ...ok(z.array(OwnCollection), `Up to ${limits.perMember} collections.`), ...errors(401) },
  }),
  createCollection: createRoute({
    method: 'post',
    path: '/api/collections',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Creates an empty collection, private by default',
    request: { body: jsonBody(NewCollection) },
    responses: { ...created(Collection, 'The collection.'), ...errors(401, 403, 404, 409) },
  }),
  editCollection: createRoute({
    method: 'patch',
    path: '/api/collections/{id}',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Changes the title, description or visibility of your collection',
    request: { ...byId, body: jsonBody(CollectionEdit) },
    responses: { ...okOrNotFound(Collection, 'The collection.'), ...errors(401, 403) },
  }),
  deleteCollection: createRoute({
    method: 'delete',
    path: '/api/collections/{id}',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Deletes your collection permanently, but not the prompts, tools and comparisons in it',
    request: byId,
    responses: { ...noContent('The collection is deleted.'), ...errors(401, 404) },
  }),
  forkCollection: createRoute({
    method: 'post',
    path: '/api/collections/{id}/fork',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Creates a private copy for you; a repeated call returns the same copy',
    request: byId,
    responses: { ...okOrNotFound(Collection, 'Your copy.'), ...errors(401, 409) },
  }),
  addCollectionItem: createRoute({
    method: 'post',
    path: '/api/collections/{id}/items',
    security: forMembersOrToken('write'),
    tags,
    summary:
      'Adds an item to the end of your collection: a public prompt or, unless it is for everybody, one of your groups, a tool, or a comparison that is public or that you shared by link. A repeated call changes nothing',
    request: { ...byId, body: jsonBody(NewItem) },
    responses: { ...okOrNotFound(CollectionItem, 'The item.'), ...errors(401, 409) },
  }),
  changeCollectionItem: createRoute({
    method: 'patch',
    path: '/api/collections/{id}/items/{itemId}',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Changes the note of an item',
    request: { ...ofItem, body: jsonBody(z.object({ note })) },
    responses: { ...okOrNotFound(CollectionItem, 'The item.'), ...errors(401) },
  }),
  moveCollectionItem: createRoute({
    method: 'post',
    path: '/api/collections/{id}/items/{itemId}/move',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Moves an item before another one, or to the end; a repeated call changes nothing',
    request: {
      ...ofItem,
      body: jsonBody(
        z.object({
          before: z.union([z.uuid(), z.null()]).openapi({ description: 'The id of an item, or null for the end.' }),
        }),
      ),
    },
    responses: {
      ...okOrNotFound(z.object({ order: z.array(Id) }), 'The ids of all items, in order.'),
      ...errors(401, 409),
    },
  }),
  removeCollectionItem: createRoute({
    method: 'delete',
    path: '/api/collections/{id}/items/{itemId}',
    security: forMembersOrToken('write'),
    tags,
    summary: 'Removes an item from your collection; a repeated call changes nothing',
    request: ofItem,
    responses: { ...noContent('The item is not in the collection.'), ...errors(401, 404) },
  }),
}
