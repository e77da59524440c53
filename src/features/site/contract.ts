import { createRoute, z } from '@hono/zod-openapi'
import { Category } from '#features/catalogue/contract.ts'
import { Tool } from '#features/tools/contract.ts'
import { ok, okOrNotFound } from '#lib/http-contract.ts'
import { legalPages } from '#lib/legal-pages.ts'

export const Footer = z
  .object({
    categories: z.array(Category).openapi({ description: 'Up to six, those with the most prompts first.' }),
    tools: z.array(Tool).openapi({ description: 'Up to six, featured first.' }),
    stats: z.object({ prompts: z.number().int(), tools: z.number().int(), contributors: z.number().int() }),
    rated: z
      .boolean()
      .openapi({ description: 'Whether any model has a rating. If so, the menus link to the leaderboard.' }),
  })
  .openapi('Footer')

export const LegalPage = z
  .object({
    title: z.string(),
    html: z
      .string()
      .openapi({ description: 'The operator’s Markdown as HTML, without pictures. Headings are `h2` and below.' }),
  })
  .openapi('LegalPage')

export type LegalPage = z.infer<typeof LegalPage>
export type Footer = z.infer<typeof Footer>

export const siteContract = {
  getFooter: createRoute({
    method: 'get',
    path: '/api/footer',
    tags: ['Site'],
    summary: 'Returns the data of the footer',
    responses: ok(Footer, 'The footer data.'),
  }),
  getLegalPage: createRoute({
    method: 'get',
    path: '/api/legal/{name}',
    tags: ['Site'],
    summary: 'Returns the operator’s own terms, privacy policy, page about cookies, or imprint',
    request: { params: z.object({ name: z.enum(legalPages) }) },
    responses: okOrNotFound(LegalPage, 'The page.'),
  }),
}
