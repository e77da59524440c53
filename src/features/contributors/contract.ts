import { createRoute, z } from '@hono/zod-openapi'
import { PromptCard } from '#features/catalogue/contract.ts'
import {
  errors,
  forMembers,
  forMembersOrToken,
  jsonBody,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'
import { isStorable } from '#lib/well-formed.ts'
import { cleanBio, parseLink, profileMax } from './profile-rules.ts'
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
    score: z.number().int().openapi({ description: '10 per published prompt + 2 per net vote + 1 per copy' }),
    joinedAt: Time.openapi({
      description: 'For a credited name, when the first prompt with that credit was imported.',
    }),
  })
  .openapi('Contributor')

export type Contributor = z.infer<typeof Contributor>

export const Profile = z
  .object({
    bio: z.string().openapi({ description: 'Plain text with line breaks; empty for none.' }),
    link: z.string().nullable().openapi({ description: 'An https URL.' }),
  })
  .openapi('Profile', { description: 'What a member says about themselves.' })
export type Profile = z.infer<typeof Profile>

export const UserProfile = z
  .object({
    contributor: Contributor,
    profile: Profile,
    credits: z.array(z.string()).openapi({ description: 'The credited names that this person claimed.' }),
    prompts: pageOf(PromptCard).openapi('PromptPage'),
  })
  .openapi('UserProfile')
export type UserProfile = z.infer<typeof UserProfile>

const ProfileEdit = z.object({
  bio: z
    .string()
    // `cleanBio` may shorten the text, so its exact limit is checked afterwards.
    .max(4 * profileMax.bio)
    .refine(isStorable, 'Leave out null and invalid characters')
    .transform(cleanBio)
    .pipe(z.string().max(profileMax.bio, `Use at most ${profileMax.bio} characters`)),
  link: z
    .string()
    .max(2000)
    .nullable()
    .transform((text, context) => {
      const linkResult = parseLink(text ?? '')
      if ('link' in linkResult) return linkResult.link
      context.addIssue({ code: 'custom', message: linkResult.refusal })
      return z.NEVER
    }),
})

export const contributorsContract = {
  listTopContributors: createRoute({
    method: 'get',
    path: '/api/top-contributors',
    tags: ['People'],
    summary: 'Members and credited authors with published prompts, by score: of all time, or the last week or month',
    request: { query: Paging.extend({ period: z.enum(periods).default('all') }) },
    responses: ok(pageOf(Contributor).openapi('ContributorPage'), 'A page of contributors.'),
  }),
  getUser: createRoute({
    method: 'get',
    path: '/api/users/{username}',
    tags: ['People'],
    summary: 'A member and their published prompts, best first: by rating, copies and date',
    request: { params: z.object({ username: z.string().min(1).max(100) }), query: Paging },
    responses: okOrNotFound(UserProfile, 'The person.'),
  }),
  getProfile: createRoute({
    method: 'get',
    path: '/api/user/profile',
    security: forMembersOrToken('read'),
    tags: ['People'],
    summary: 'What you say about yourself on your page',
    responses: { ...ok(Profile, 'Your bio and link.'), ...errors(401) },
  }),
  editProfile: createRoute({
    method: 'patch',
    path: '/api/user/profile',
    security: forMembers,
    tags: ['People'],
    summary: 'Changes your bio (plain text) and your link (https), which everybody sees on your page',
    request: { body: jsonBody(ProfileEdit) },
    responses: { ...ok(Profile, 'Your bio and link.'), ...errors(401) },
  }),
  getAuthor: createRoute({
    method: 'get',
    path: '/api/authors/{name}',
    tags: ['People'],
    summary: 'A credited author by name in any letter case, with the prompts that credit this author, best first',
    request: { params: z.object({ name: z.string().min(1).max(100) }), query: Paging },
    responses: okOrNotFound(
      z.object({ author: Contributor, prompts: pageOf(PromptCard).openapi('PromptPage') }).openapi('CreditedAuthor'),
      'The credited author, who is not the member of the same name; or the member who claimed the name.',
    ),
  }),
}
