return { seasons = { spring = true, summer = true, autumn = true, winter = true } }
