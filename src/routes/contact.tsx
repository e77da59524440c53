import { createFileRoute } from '@tanstack/react-router'
import { siteFacts } from '#client/site-facts.ts'
import { ContactPage } from '#features/site/web/contact-page.tsx'
import { pageHead } from '#features/site/web/page-meta.ts'
import { t } from '#lib/texts.ts'

export const Route = createFileRoute('/contact')({
  head: () =>
    pageHead({
      type: 'general',
      title: t('Contact'),
      description: t('How to reach the people who can help.'),
      path: '/contact',
    }),
  component: ContactRoute,
})

function ContactRoute() {
  const { name, contact } = siteFacts()
  return <ContactPage siteName={name} contact={contact} />
}
