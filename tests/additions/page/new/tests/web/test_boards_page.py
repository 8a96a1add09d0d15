"""The page about boards, as anybody and as the director, and the way to it."""


def test_everybody_sees_the_firmware_of_each_board(browser):
    for _ in range(2):
        shown = browser.get("/boards")
        assert shown.status_code == 200
        assert "<li>Table 1: firmware 0.1.0</li>" in shown.text
        assert "<li>Table 2: firmware 0.1.0</li>" in shown.text
        assert '<a href="/boards">Boards</a>' in browser.get("/").text
        browser.sign_in()
