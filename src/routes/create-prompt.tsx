import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { useSendForApproval } from '#features/approvals/web/use-send-for-approval.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { readText } from '#features/catalogue/web/list-search.ts'
import { ForkFromEditPage } from '#features/change-requests/web/fork-from-edit-page.tsx'
import { usePromptPicture } from '#features/examples/web/prompt-picture.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { PromptPreview } from '#features/worksheet/web/prompt-preview.tsx'
import { CreatePromptPage } from '#features/writing/web/create-prompt-page.tsx'
import type { Preview } from '#features/writing/web/prompt-editor.tsx'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/create-prompt')({
  // `fork`, `translate`: the id or slug of the prompt to fork or translate. `suggestion`: the id of the suggested edit that
  // the fork starts with.
  validateSearch: (search: Record<string, unknown>): { fork?: string; translate?: string; suggestion?: string } => ({
    fork: readText(search.fork),
    translate: readText(search.translate),
    suggestion: readText(search.suggestion),
  }),
  // Returns nothing, because the document would otherwise contain the categories twice.
  loader: ({ context: { queryClient, api } }) => queryClient.query(categoriesQuery(api)).then(() => undefined),
  head: () => privateHead(t('Create Prompt')),
  component: CreateRoute,
})

const renderPreview: Preview = (prompt) => <PromptPreview content={prompt.content} variables={prompt.variables} />

function CreateRoute() {
  const { translate, fork = translate, suggestion } = Route.useSearch()
  const picture = usePromptPicture()
  const sendForApproval = useSendForApproval()
  return (
    <Protected>
      {(user) => {
        const props = {
          user,
          fork,
          translates: translate !== undefined,
          preview: renderPreview,
          part: picture,
          sendForApproval,
        }
        return suggestion === undefined ? (
          <CreatePromptPage key={`${fork} ${translate}`} {...props} />
        ) : (
          <ForkFromEditPage key={suggestion} {...props} changeRequestId={suggestion} />
        )
      }}
    </Protected>
  )
}
