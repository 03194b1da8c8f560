"""The frame of every screen: style sheet and icon, navigation, masthead, sharing, notices."""
