"""Of a team's server: people, their workspaces, what is shared."""
