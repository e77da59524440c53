import { createFileRoute } from '@tanstack/react-router'
import { Protected } from '#features/accounts/web/protected.tsx'
import { useSendForApproval } from '#features/approvals/web/use-send-for-approval.ts'
import { categoriesQuery } from '#features/catalogue/web/category-queries.ts'
import { usePromptPicture } from '#features/examples/web/prompt-picture.tsx'
import { ClientNotFoundPage } from '#features/site/web/client-not-found-page.tsx'
import { privateHead } from '#features/site/web/page-meta.ts'
import { PromptPreview } from '#features/worksheet/web/prompt-preview.tsx'
import { EditPromptPage } from '#features/writing/web/edit-prompt-page.tsx'
import { t } from '#lib/texts.ts'
import { Deferred } from '#ui/lists/deferred.tsx'

export const Route = createFileRoute('/prompt/$slug_/edit')({
  // Returns nothing, because the document would otherwise contain the categories twice.
  loader: ({ context: { queryClient, api } }) => queryClient.query(categoriesQuery(api)).then(() => undefined),
  head: () => privateHead(t('Edit prompt')),
  component: EditRoute,
})

const loadDraftTests = () => import('#features/prompt-tests/web/draft-tests.tsx').then((tests) => tests.DraftTests)
const loadTranslationPanel = () =>
  import('#features/translations/web/translation-panel.tsx').then((panel) => panel.TranslationPanel)

function EditRoute() {
  const { slug } = Route.useParams()
  const picture = usePromptPicture()
  const sendForApproval = useSendForApproval()
  return (
    <Protected>
      {(user) => (
        <EditPromptPage
          user={user}
          id={slug}
          part={picture}
          sendForApproval={sendForApproval}
          preview={({ content, variables }) => (
            <>
              <PromptPreview content={content} variables={variables} />
              <Deferred load={loadDraftTests} props={{ slug, user, content }} placeholder={null} failure={null} />
              <Deferred load={loadTranslationPanel} props={{ slug }} placeholder={null} failure={null} />
            </>
          )}
          notFound={<ClientNotFoundPage />}
        />
      )}
    </Protected>
  )
}
