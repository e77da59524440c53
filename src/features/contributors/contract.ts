import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard } from '#features/catalogue/contract.ts'
import {
  errors,
  forMembers,
  forMembersOrToken,
  Id,
  jsonBody,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import { cleanBio, parseLinks, profileMax } from './profile-rules.ts'
import { periods } from './rules.ts'

export const Contributor = z
  .object({
    username: z.string().openapi({ description: 'The name of a member, or a credited name.' }),
    isMember: z.boolean().openapi({
      description: 'False for a name in the credits of imported prompts, with a page at /author/{name}.',
    }),
    prompts: z.number().int(),
    copies: z.number().int(),
    votes: z.number().int().openapi({ description: 'Up votes minus down votes on published prompts.' }),
    used: z.number().int().openapi({ description: 'Published prompts that anybody has copied.' }),
    edits: z.number().int().openapi({ description: 'Suggested edits that became versions of other people’s prompts.' }),
    score: z.number().int().openapi({
      description: '2 per net vote + 1 per copy + 3 per accepted edit + 1 per used prompt',
    }),
    bestPrompt: z
      .union([z.object({ slug: z.string(), title: z.string(), language: z.string() }), z.null()])
      .openapi({ description: 'The published prompt that gained this person the most points.' }),
    joinedAt: Time.openapi({
      description: 'For a credited name, when the first prompt with that credit was imported.',
    }),
  })
  .openapi('Contributor')

export type Contributor = z.infer<typeof Contributor>

export const Profile = z
  .object({
    bio: z.string().openapi({ description: 'Plain text with line breaks; empty for none.' }),
    links: z.array(z.string()).openapi({ description: `Up to ${profileMax.links} https URLs.` }),
  })
  .openapi('Profile', { description: 'What a member says about themselves.' })
export type Profile = z.infer<typeof Profile>

export const OwnProfile = Profile.extend({
  pins: z.array(Id).openapi({ description: 'The ids of your pinned prompts, in order.' }),
  removedReason: z.string().nullable().openapi({
    description: 'Why a moderator removed what your page says. Until it is restored, only you and moderators see it.',
  }),
}).openapi('OwnProfile')
export type OwnProfile = z.infer<typeof OwnProfile>

/** A reported profile as moderators see it. */
export const ReportedProfile = Profile.extend({
  user: z.object({ username: z.string() }),
  removedReason: z.string().nullable(),
})
export type ReportedProfile = z.infer<typeof ReportedProfile>

export const UserProfile = z
  .object({
    contributor: Contributor,
    profile: Profile,
    pinned: z.array(PromptCard).openapi({ description: 'The prompts that this member pinned, in order.' }),
    credits: z.array(z.string()).openapi({ description: 'The credited names that this person claimed.' }),
    prompts: pageOf(PromptCard).openapi('PromptPage'),
  })
  .openapi('UserProfile')
export type UserProfile = z.infer<typeof UserProfile>

const ProfileEdit = z
  .object({
    bio: z
      .string()
      // `cleanBio` may shorten the text, so its exact limit is checked afterwards.
      .max(4 * profileMax.bio)
      .refine(isStorable, { error: () => t('Leave out null and invalid characters') })
      .transform(cleanBio)
      .pipe(
        z.string().max(profileMax.bio, { error: () => t('Use at most {bio} characters', { bio: profileMax.bio }) }),
      ),
    links: z
      .array(
        z
          .string()
          .max(2000)
          .refine(isStorable, { error: () => t('Leave out null and invalid characters') }),
      )
      .max(4 * profileMax.links)
      .transform((texts, context) => {
        const result = parseLinks(texts.map((text) => text.replaceAll('\n', ' ')).join('\n'))
        if ('links' in result) return result.links
        context.addIssue({ code: 'custom', message: result.refusal })
        return z.NEVER
      }),
    pins: z
      .array(z.string().min(1).max(300))
      .max(profileMax.pins, { error: () => t('Pin at most {pins} prompts', { pins: profileMax.pins }) })
      .openapi({ description: 'Ids or slugs of published prompts of yours, in order.' }),
  })
  .partial()
  .openapi('ProfileEdit')
export type ProfileEdit = z.output<typeof ProfileEdit>

export const contributorsContract = {
  listTopContributors: createRoute({
    method: 'get',
    path: '/api/top-contributors',
    tags: ['People'],
    summary:
      'Lists members and credited authors with published prompts, by score: of all time, or the last week or month',
    request: {
      query: Paging.extend({
        period: z.enum(periods).default('all').openapi({ description: 'The time for which the score is computed.' }),
      }),
    },
    responses: ok(pageOf(Contributor).openapi('ContributorPage'), 'A page of contributors.'),
  }),
  getUser: createRoute({
    method: 'get',
    path: '/api/users/{username}',
    tags: ['People'],
    summary: 'Returns a member and their published prompts, best first: by rating, copies and date',
    request: { params: z.object({ username: z.string().min(1).max(100) }), query: Paging },
    responses: okOrNotFound(UserProfile, 'The person.'),
  }),
  getProfile: createRoute({
    method: 'get',
    path: '/api/user/profile',
    security: forMembersOrToken('read'),
    tags: ['People'],
    summary: 'Returns what you say about yourself on your page',
    responses: { ...ok(OwnProfile, 'Your bio, links and pinned prompts.'), ...errors(401) },
  }),
  editProfile: createRoute({
    method: 'patch',
    path: '/api/user/profile',
    security: forMembers,
    tags: ['People'],
    summary:
      'Changes your bio (plain text), your links (https) or your pinned prompts, which everybody sees on your page',
    request: { body: jsonBody(ProfileEdit) },
    responses: { ...ok(OwnProfile, 'Your bio, links and pinned prompts.'), ...errors(401) },
  }),
  getAuthor: createRoute({
    method: 'get',
    path: '/api/authors/{name}',
    tags: ['People'],
    summary:
      'Returns a credited author by name in any letter case, with the prompts that credit this author, best first',
    request: { params: z.object({ name: z.string().min(1).max(100) }), query: Paging },
    responses: okOrNotFound(
      z.object({ author: Contributor, prompts: pageOf(PromptCard).openapi('PromptPage') }).openapi('CreditedAuthor'),
      'The credited author, who is not the member of the same name; or the member who claimed the name.',
    ),
  }),
}
