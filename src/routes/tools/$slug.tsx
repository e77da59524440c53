import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { orNotFound } from '#client/not-found.ts'
import type { RouterContext } from '#client/router-context.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import { readCommentPaging } from '#features/catalogue/web/list-search.ts'
import type { JsonLdSubject } from '#features/site/web/json-ld.ts'
import { NotFoundPage } from '#features/site/web/not-found-page.tsx'
import { headOf } from '#features/site/web/page-meta.ts'
import { ToolPage } from '#features/tools/web/tool-page.tsx'
import { toolQuery } from '#features/tools/web/tool-queries.ts'
import { ToolPending } from '#features/tools/web/tools-pending.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { Comments, loadReportButton } from '../-slots/-comments.tsx'
import { ToolPrompts } from '../-slots/-tool-prompts.tsx'

export const Route = createFileRoute('/tools/$slug')({
  validateSearch: readCommentPaging,
  loaderDeps: ({ search: { comments } }) => ({ comments }),
  loader: async ({ context: { queryClient, api }, params: { slug }, deps: { comments } }) => {
    const tool = await orNotFound(queryClient.query(toolQuery(api, slug)))
    const [{ commentsQuery }, { loadToolPrompts }] = await Promise.all([
      import('#features/comments/web/comment-queries.ts'),
      import('../-slots/-tool-prompts.tsx'),
    ])
    await Promise.all([
      loadToolPrompts({ queryClient, api }, tool),
      orNotFound(queryClient.query(commentsQuery(api, { kind: 'tool', id: tool.id, cursor: comments }))),
    ])
    return { title: tool.name, description: tool.description, path: `/tools/${tool.slug}` }
  },
  head: ({ loaderData, params: { slug }, match }) =>
    headOf(
      match,
      loaderData ? { ...loaderData, type: 'tool_detail', jsonLd: () => toolSubjects(match.context, slug) } : null,
    ),
  pendingComponent: ToolPending,
  notFoundComponent: NotFoundPage,
  component: ToolRoute,
})

function toolSubjects({ queryClient, api }: RouterContext, slug: string): JsonLdSubject[] {
  const tool = queryClient.getQueryData(toolQuery(api, slug).queryKey)
  return tool ? [{ kind: 'tool', tool }] : []
}

const loadAddButton = () =>
  import('#features/collections/web/add-to-collection.tsx').then(({ AddToCollection }) => AddToCollection)

function ToolRoute() {
  const { api } = Route.useRouteContext()
  const { slug } = Route.useParams()
  const { data: tool } = useSuspenseQuery(toolQuery(api, slug))
  const { user } = useSession()
  const { comments } = Route.useSearch()
  return (
    <ToolPage
      tool={tool}
      actions={
        user && (
          <Deferred
            load={loadAddButton}
            props={{ target: { kind: 'tool', id: tool.id, title: tool.name } }}
            placeholder={null}
          />
        )
      }
    >
      <ToolPrompts tool={tool} />
      <Comments kind="tool" id={tool.id} cursor={comments} loadReport={loadReportButton} />
    </ToolPage>
  )
}
