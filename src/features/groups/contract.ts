import { createRoute, z } from '@hono/zod-openapi'
import { LabelName } from '#features/labels/contract.ts'
import { labelLimits, usualLabels } from '#features/labels/rules.ts'
import {
  created,
  errors,
  forAdmins,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
  visibleName,
} from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { claimProblems, groupRoles, groupLimits as limits, memberSources, groupMessages as messages } from './rules.ts'

const Role = z.enum(groupRoles).openapi({
  description: 'A reader sees what is in the group, a writer also adds to it, and an approver also approves it.',
})
const Source = z.enum(memberSources).openapi({
  description: 'Who made the person a member: an admin or approver (`admin`), or the OpenID provider (`claim`).',
})

const groupFields = {
  id: Id,
  slug: z.string().openapi({ description: 'Made from the group’s first name. It never changes.' }),
  name: z.string(),
  description: z.string(),
  needsApproval: z.boolean().openapi({ description: 'Whether what writers add first waits for an approver.' }),
  reviewDays: z.number().int().openapi({ description: 'For how many days a prompt of the group counts as reviewed.' }),
  protectedLabels: z.array(z.string()).openapi({ description: 'The labels that only its approvers may move.' }),
}
const members = z.number().int().openapi({ description: 'How many members there are, counted up to 1,000.' })

export const OwnGroup = z.object({ ...groupFields, role: Role, source: Source }).openapi('OwnGroup')
export type OwnGroup = z.infer<typeof OwnGroup>

export const Group = z
  .object({
    ...groupFields,
    members,
    membersIsFloor: z.boolean().openapi({ description: 'Whether there may be more members.' }),
    hasApprover: z.boolean().openapi({ description: 'Whether the group has an approver who isn’t banned.' }),
    role: Role.nullable().openapi({ description: 'Your role. Null for an admin who isn’t in the group.' }),
    source: Source.nullable().openapi({ description: 'Who made you a member. Null if you aren’t one.' }),
  })
  .openapi('Group')
export type Group = z.infer<typeof Group>

export const AdminGroup = z
  .object({
    ...groupFields,
    members,
    membersIsFloor: Group.shape.membersIsFloor,
    hasApprover: Group.shape.hasApprover,
    claimValue: z
      .string()
      .nullable()
      .openapi({ description: 'People with this group at the OpenID provider are members. Null if there is none.' }),
    claimRole: Role.openapi({ description: 'The role that they begin with.' }),
  })
  .openapi('AdminGroup')
export type AdminGroup = z.infer<typeof AdminGroup>

export const GroupMember = z
  .object({
    username: z.string(),
    role: Role,
    source: Source,
    addedThemself: z.boolean().openapi({ description: 'Whether the member is an admin who joined on their own.' }),
    banned: z.boolean().openapi({ description: 'Only admins see banned members.' }),
    since: Time,
  })
  .openapi('GroupMember')
export type GroupMember = z.infer<typeof GroupMember>

export const GroupClaimProblem = z
  .object({
    username: z.string(),
    problem: z.enum(claimProblems).openapi({
      description: `The provider withheld the groups (\`withheld\`), sent more than ${limits.claimValues} (\`too_many\`), or sent something else than a list of texts (\`invalid\`), so that nothing changed; or not all groups could be joined, because they or the member reached a limit (\`full\`).`,
    }),
    values: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'How many groups the provider sent, if it sent a list.' }),
    at: Time,
  })
  .openapi('GroupClaimProblem')
export type GroupClaimProblem = z.infer<typeof GroupClaimProblem>

const editableFields = {
  name: visibleName(limits.nameMax, messages),
  description: z
    .string()
    .trim()
    .max(limits.descriptionMax, { error: () => messages.descriptionLong }),
  needsApproval: z.boolean(),
  reviewDays: z
    .number()
    .int({ error: () => messages.reviewDays })
    .min(limits.reviewDaysMin, { error: () => messages.reviewDays })
    .max(limits.reviewDaysMax, { error: () => messages.reviewDays }),
  protectedLabels: z
    .array(LabelName)
    .max(labelLimits.perPrompt, {
      error: () => t('Name at most {perPrompt} labels.', { perPrompt: labelLimits.perPrompt }),
    })
    .overwrite((labels) => [...new Set(labels)]),
  claimValue: visibleName(limits.claimValueMax, {
    nameMissing: messages.claimValueMissing,
    nameLong: messages.claimValueLong,
    nameUnreadable: messages.nameUnreadable,
  }).nullable(),
  claimRole: z.enum(groupRoles),
}

export const NewGroup = z
  .object({
    name: editableFields.name,
    description: editableFields.description.default(''),
    needsApproval: editableFields.needsApproval.default(false),
    reviewDays: editableFields.reviewDays.default(limits.reviewDaysDefault),
    protectedLabels: editableFields.protectedLabels.default([usualLabels[0]]),
    claimValue: editableFields.claimValue.default(null),
    claimRole: editableFields.claimRole.default('reader'),
  })
  .openapi('NewGroup')
export type NewGroup = z.output<typeof NewGroup>

export const GroupEdit = z.object(editableFields).partial().openapi('GroupEdit')
export type GroupEdit = z.output<typeof GroupEdit>

const bySlug = z.object({ slug: z.string().min(1).max(100) })
const byMember = bySlug.extend({ username: z.string().min(1).max(100) })
const q = z.string().max(100).optional()
const tags = ['Groups']

export const groupsContract = {
  listOwnGroups: createRoute({
    method: 'get',
    path: '/api/user/groups',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the groups that you are in, by name',
    responses: { ...ok(z.array(OwnGroup), `Up to ${limits.perMember} groups.`), ...errors(401) },
  }),
  getGroup: createRoute({
    method: 'get',
    path: '/api/groups/{slug}',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Returns a group, for its members and for admins',
    request: { params: bySlug },
    responses: { ...okOrNotFound(Group, 'The group.'), ...errors(401) },
  }),
  listGroupMembers: createRoute({
    method: 'get',
    path: '/api/groups/{slug}/members',
    security: forMembersOrToken('read'),
    tags,
    summary: 'Lists the members of a group for each other and for admins: approvers, writers, then readers, by name',
    request: { params: bySlug, query: Paging.extend({ q: q.openapi({ description: 'A part of the username.' }) }) },
    responses: {
      ...okOrNotFound(pageOf(GroupMember).openapi('GroupMemberPage'), 'A page of members.'),
      ...errors(401),
    },
  }),
  addGroupMember: createRoute({
    method: 'post',
    path: '/api/groups/{slug}/members',
    security: forMembers,
    tags,
    summary:
      'Adds a person to a group, as an admin or, unless they become an approver, as an approver of the group. A repeated call changes nothing',
    request: {
      params: bySlug,
      body: jsonBody(
        z.object({
          person: z
            .string()
            .trim()
            .min(1, { error: () => messages.personMissing })
            .max(254)
            .openapi({ description: 'A username or, for admins, a confirmed email address.' }),
          role: z.enum(groupRoles).default('reader'),
        }),
      ),
    },
    responses: { ...created(GroupMember, 'The member.'), ...errors(401, 403, 404, 409) },
  }),
  changeGroupMember: createRoute({
    method: 'patch',
    path: '/api/groups/{slug}/members/{username}',
    security: forMembers,
    tags,
    summary: 'Changes a member’s role, as an admin or, between reader and writer, as an approver of the group',
    request: { params: byMember, body: jsonBody(z.object({ role: z.enum(groupRoles) })) },
    responses: { ...okOrNotFound(GroupMember, 'The member.'), ...errors(401, 403) },
  }),
  removeGroupMember: createRoute({
    method: 'delete',
    path: '/api/groups/{slug}/members/{username}',
    security: forMembers,
    tags,
    summary:
      'Removes a member, as an admin or, if they are a reader or writer, as an approver; or leaves the group. A repeated call changes nothing',
    request: { params: byMember },
    responses: { ...noContent('The person isn’t in the group.'), ...errors(401, 403, 404, 409) },
  }),
  listGroups: createRoute({
    method: 'get',
    path: '/api/admin/groups',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists all groups by name',
    request: { query: Paging.extend({ q: q.openapi({ description: 'A part of the name.' }) }) },
    responses: { ...ok(pageOf(AdminGroup).openapi('AdminGroupPage'), 'A page of groups.'), ...errors(401, 403) },
  }),
  createGroup: createRoute({
    method: 'post',
    path: '/api/admin/groups',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Creates a group without members',
    request: { body: jsonBody(NewGroup) },
    responses: { ...created(AdminGroup, 'The group.'), ...errors(401, 403, 409) },
  }),
  readGroupSettings: createRoute({
    method: 'get',
    path: '/api/admin/groups/{slug}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Returns a group with its settings',
    request: { params: bySlug },
    responses: { ...okOrNotFound(AdminGroup, 'The group.'), ...errors(401, 403) },
  }),
  editGroup: createRoute({
    method: 'patch',
    path: '/api/admin/groups/{slug}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Changes a group. Another `claimValue` removes the members whom the former one brought',
    request: { params: bySlug, body: jsonBody(GroupEdit) },
    responses: { ...okOrNotFound(AdminGroup, 'The group.'), ...errors(401, 403, 409) },
  }),
  deleteGroup: createRoute({
    method: 'delete',
    path: '/api/admin/groups/{slug}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Deletes a group in which nothing is left, with its memberships',
    request: { params: bySlug },
    responses: { ...noContent('The group doesn’t exist.'), ...errors(401, 403, 409) },
  }),
  listGroupClaimProblems: createRoute({
    method: 'get',
    path: '/api/admin/group-claim-problems',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists members whose groups at the OpenID provider couldn’t be used at their last sign-in, latest first',
    responses: { ...ok(z.array(GroupClaimProblem), `Up to ${limits.problems} problems.`), ...errors(401, 403) },
  }),
}
