import { createFileRoute, redirect } from '@tanstack/react-router'

/** Where apps reach the prompts of a collection: people get its page. */
export const Route = createFileRoute('/mcp_/c/$slug')({
  beforeLoad: ({ params: { slug } }) => {
    throw redirect({ to: '/collection/$slug', params: { slug }, statusCode: 301 })
  },
})
