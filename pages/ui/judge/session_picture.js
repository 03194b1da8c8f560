// The picture is all HTML.

export default function () {}
