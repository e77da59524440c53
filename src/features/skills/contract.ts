import { createRoute, z } from '@hono/zod-openapi'
import { created, errors, forMembers, noContent, ok, okOrNotFound, Time } from '#lib/http-contract.ts'
import { skillLimits } from './rules.ts'

const byId = { params: z.object({ id: z.string().min(1).max(300).openapi({ description: 'An id or a slug.' }) }) }
const tags = ['Skills']

const SkillCost = z
  .object({
    skills: z.number().int(),
    characters: z
      .number()
      .int()
      .openapi({
        description: `The characters of all names and descriptions. Agents keep up to ${skillLimits.keptCharacters} of all skills together.`,
      }),
  })
  .openapi('SkillCost')
export type SkillCost = z.infer<typeof SkillCost>

export const skillsContract = {
  getCollectionSkills: createRoute({
    method: 'get',
    path: '/api/collections/{id}/skills',
    tags,
    summary: 'Returns what the prompts of a collection take of an agent’s attention as skills',
    request: byId,
    responses: okOrNotFound(SkillCost, 'The number of skills and of characters.'),
  }),
  getSkillDownloads: createRoute({
    method: 'get',
    path: '/api/prompts/{id}/skill-downloads',
    tags,
    summary: 'Counts how often each version of a prompt was downloaded as a skill, newest version first',
    request: byId,
    responses: okOrNotFound(
      z.array(z.object({ version: z.number().int(), downloads: z.number().int() })),
      'Up to 100 versions. A visitor’s downloads of a version count once in 24 hours.',
    ),
  }),
  getSkillAddress: createRoute({
    method: 'get',
    path: '/api/user/skill-address',
    security: forMembers,
    tags,
    summary: 'Returns when the secret address of your skills was created',
    responses: {
      ...ok(z.object({ since: Time.nullable() }), 'The time, or null if there is no address.'),
      ...errors(401),
    },
  }),
  createSkillAddress: createRoute({
    method: 'post',
    path: '/api/user/skill-address',
    security: forMembers,
    tags,
    summary: 'Creates a new secret address for installing skills as you; the previous one stops working',
    responses: { ...created(z.object({ url: z.string() }), 'The address. It is shown only once.'), ...errors(401) },
  }),
  revokeSkillAddress: createRoute({
    method: 'delete',
    path: '/api/user/skill-address',
    security: forMembers,
    tags,
    summary: 'Revokes the secret address of your skills immediately',
    responses: { ...noContent('The address no longer works.'), ...errors(401) },
  }),
}
